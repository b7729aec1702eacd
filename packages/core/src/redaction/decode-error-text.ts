import type { DecodeError } from '../resource/finding.ts'
import { secretsIn } from './known-secrets.ts'
import { redactText } from './redact.ts'
import { hidden, isSensitive } from './sensitive-name.ts'

/**
 * Why a resource can't be read, for people: what was found is not told where its name, or the rest of the resource, says that it is a
 * secret (P23).
 */
export const decodeErrorText = ({ path, expected, found }: DecodeError, resource: unknown): string =>
  redactText(`${path}: expected ${expected}, found ${isSensitive(path) ? hidden : found}`, secretsIn(resource))
