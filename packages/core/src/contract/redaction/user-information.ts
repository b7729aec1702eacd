import type { Span } from '../../text/known-texts.ts'
import { replacedSpans } from '../../text/replaced-spans.ts'
import { type Hide, isHidden } from './sensitive-name.ts'

const scheme = /(?<![a-z0-9+.-])[a-z0-9+.-]+:\/\//gi
/** A URL in a text ends no later than at a quote, blank or bracket. */
const urlEnd = /[\s"'<>]/
const authorityEnd = /[/?#]/
const hostAndPort = /^(?:\[[^\]]*\]|[^:]*)(?::\d*)?$/

/** For these schemes, the part before the @ is a container. */
const isContainer = (before: string, user: string): boolean => /^(?:wasbs?|abfss?):/i.test(before) && !user.includes(':')

/** The rest of a URL from its authority on, and its last @. One URL may contain others (`?next=http://…`). */
interface Run extends Span {
  readonly lastAt: number
}

const runAt = (text: string, start: number): Run => {
  const length = text.slice(start).search(urlEnd)
  const end = length < 0 ? text.length : start + length
  return { start, end, lastAt: start + text.slice(start, end).lastIndexOf('@') }
}

/**
 * The end of the user information that begins at `start`. Null: there is none. One @ may be in the authority, another one in the path. A
 * password with a slash would end the authority too early. So if the text before the first slash does not end with host and port, the last
 * @ ends the user information.
 */
const userEnd = (text: string, start: number, { end, lastAt }: Run): number | null => {
  if (lastAt < start) return null
  const length = text.slice(start, end).search(authorityEnd)
  const authority = text.slice(start, length < 0 ? end : start + length)
  const inside = authority.lastIndexOf('@')
  return hostAndPort.test(authority.slice(inside + 1)) ? (inside < 0 ? null : start + inside) : lastAt
}

/** `https://user:password@host`. */
const inUrls = (text: string, hide: Hide): string => {
  const runs: Run[] = []
  const found: Span[] = []
  for (const { 0: before, index } of text.matchAll(scheme)) {
    const start = index + before.length
    if (start < (found.at(-1)?.end ?? 0)) continue
    const last = runs.at(-1)
    const run = last !== undefined && start <= last.end ? last : runAt(text, start)
    if (run !== last) runs.push(run)
    const end = userEnd(text, start, run)
    if (end === null) continue
    const user = text.slice(start, end)
    if (!isContainer(before, user) && !isHidden(user)) found.push({ start, end })
  }
  return replacedSpans(text, found, hide)
}

const oracle = /jdbc:oracle:[a-z]+:/gi
const oracleEnd = /[\s@"'()]/

/** `jdbc:oracle:thin:user/password@host`. */
const inOracleUrls = (text: string, hide: Hide): string => {
  const ends: number[] = []
  const found: Span[] = []
  for (const { 0: before, index } of text.matchAll(oracle)) {
    const start = index + before.length
    if (start < (ends.at(-1) ?? 0)) continue
    const length = text.slice(start).search(oracleEnd)
    const end = length < 0 ? text.length : start + length
    ends.push(end)
    if (text.charAt(end) === '@' && !isHidden(text.slice(start, end)) && end > start) found.push({ start, end })
  }
  return replacedSpans(text, found, hide)
}

const unlessHidden = (value: string, hide: Hide): string => (isHidden(value) ? value : hide(value))

/** Hides user information: in URLs, in URLs that are encoded inside another one (`%3A%2F%2F`), and before a plain host. */
export const hideUserInformation = (text: string, hide: Hide): string =>
  inOracleUrls(inUrls(text, hide), hide)
    .replace(/(^|[\s"'=(,])([\w.+-]+:[^\s@:/"'()]+)@(?!sha\d+:)(?=[\w[(])/g, (_all, before: string, user: string) =>
      `${before}${unlessHidden(user, hide)}@`)
    .replace(
      /(%(?:25)?3A%(?:25)?2F%(?:25)?2F)((?:(?!%(?:25)?(?:2F|3F|23|40))[^\s"'<>&])+)(?=%(?:25)?40)/gi,
      (_all, before: string, user: string) =>
        `${before}${unlessHidden(user, hide)}`,
    )
