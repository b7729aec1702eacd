/** Removes secrets from everything that is displayed. */
export { decodeErrorText } from './cut-redacted.ts'
export { hideKnown, redactJson, redactText, redactTexts } from './redact.ts'
export { hideAt, hideInPlaces } from './secret-places.ts'
export { shownChanges } from './shown-changes.ts'
export { secretsBeside, secretsFor, secretsIn } from './known-secrets.ts'
export { type Hide, hidden, isSensitive, type SensitiveNames } from './sensitive-name.ts'
