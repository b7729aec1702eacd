/**
 * Ids that no test can cover yet: what they are about is not built. When it is, its line goes, and docs/properties.md shows the id as
 * uncovered until a test names it.
 */
export const waitingFor: Readonly<Record<string, readonly string[]>> = {}
