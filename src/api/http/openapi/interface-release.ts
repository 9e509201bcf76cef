/** Release of the interface: what callers can rely on, not of the program behind it. */
export const INTERFACE_RELEASE = '1.0.135';
