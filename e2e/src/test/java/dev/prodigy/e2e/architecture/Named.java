package dev.prodigy.e2e.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;

/// No name ends with a word that says nothing of what a type does.
final class Named extends ArchCondition<JavaClass> {
    private final List<String> empty;

    Named(String... empty) {
        super("have names that end with none of " + List.of(empty));
        this.empty = List.of(empty);
    }

    @Override
    public void check(JavaClass item, ConditionEvents events) {
        var says = empty.stream().noneMatch(item.getSimpleName()::endsWith);
        events.add(new SimpleConditionEvent(item, says, item.getFullName() + " has an empty name"));
    }
}
