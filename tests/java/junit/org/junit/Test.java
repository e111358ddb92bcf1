/* Stands for that of JUnit 4. */

package org.junit;

import java.lang.annotation.*;

@Retention(RetentionPolicy.RUNTIME)
public @interface Test {
    class None extends Throwable {
    }

    Class<? extends Throwable> expected() default None.class;
}
