import type { DecodeError } from '../resource/finding.ts'
import { secretsIn } from './known-secrets.ts'
import { redactText } from './redact.ts'
import { hidden, isSensitive } from './sensitive-name.ts'

/**
 * Why a resource can't be decoded, for display. The value found is hidden if its name, or the rest of the resource, marks it as a secret
 * (P23).
 */
export const decodeErrorText = ({ path, expected, found }: DecodeError, resource: unknown): string =>
  redactText(`${path}: expected ${expected}, found ${isSensitive(path) ? hidden : found}`, secretsIn(resource))
