package dev.prodigy.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/// Fills a field of a test class with a desk outside of git, made before each test, ahead of `@BeforeEach`, and deleted
/// after it.
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(DeskExtension.class)
@interface NewDesk {}
