import type { DecodeError } from '../resource/finding.ts'
import { secretsIn } from './known-secrets.ts'
import { redactText, hiderOf } from './redact.ts'
import { hidden, isSensitive, hidingOf } from './sensitive-name.ts'
import { cutMargin, cutToBytes } from '../resource/json.ts'
import { hideInText } from './secret-text.ts'

/**
 * Why a resource can't be decoded, for display. The value found is hidden if its name, or the rest of the resource, marks it as a secret
 * (P23).
 */
export const decodeErrorText = ({ path, expected, found }: DecodeError, resource: unknown): string =>
  redactText(`${path}: expected ${expected}, found ${isSensitive(path) ? hidden : found}`, secretsIn(resource))

const hiding = hidingOf(() => hidden)

/** The text up to its last blank, quote or bracket: a word that was cut may be a secret that is only recognised by its end. */
const wholeWords = (text: string): string => text.slice(0, Math.max(0, text.search(/[\s"'<>][^\s"'<>]*$/) + 1))

/**
 * Redacts texts for display and cuts them to a number of bytes. It cuts before it searches for secrets, so that a long text of another user
 * costs no more than a short one, and cuts again afterwards. It never shows a secret that extends across the cut.
 */
export const cuttingRedactorOf = (secrets: readonly string[], most: number): (text: string) => string => {
  const known = hiderOf(secrets)
  return text => {
    const isCut = text.length > most + cutMargin
    const begin = known(isCut ? text.slice(0, most + cutMargin) : text)
    const shown = hideInText(isCut ? wholeWords(begin) : begin, hiding)
    return isCut ? cutToBytes(`${shown}…`, most) : cutToBytes(shown, most)
  }
}

/** Redacts and cuts one text for display. */
export const cutRedacted = (text: string, secrets: readonly string[], most: number): string => cuttingRedactorOf(secrets, most)(text)
