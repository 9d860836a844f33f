package dev.prodigy.e2e.sandbox;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/// Fills a field of a test class with a sandbox, made before each test, ahead of `@BeforeEach`, and deleted
/// after it.
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SandboxExtension.class)
public @interface NewSandbox {
    /// @return how many files its repository has beside a `README`
    int files() default 3;
}
