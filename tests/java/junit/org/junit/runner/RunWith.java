/* Stands for that of JUnit 4. */

package org.junit.runner;

import java.lang.annotation.*;

@Retention(RetentionPolicy.RUNTIME)
public @interface RunWith {
}
