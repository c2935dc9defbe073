package io.github.countinghouse;

/** A file that is sent or was answered. */
public record FileContent(String name, byte[] content) {}
