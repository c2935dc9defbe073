package io.github.countinghouse;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a member is called on the wire. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT})
@interface Member {
  String value();

  /** Sent as null where it is not set; others are left out then. */
  boolean always() default false;
}
