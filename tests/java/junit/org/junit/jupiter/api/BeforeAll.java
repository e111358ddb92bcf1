/* Stands for that of JUnit 5. */

package org.junit.jupiter.api;

import java.lang.annotation.*;

@Retention(RetentionPolicy.RUNTIME)
public @interface BeforeAll {
}
