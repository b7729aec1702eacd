/** Longer than usual, for tokens with many groups. */
const longestToken = 8 * 1024

const form = /^bearer ([\w.~+/=-]+)$/i

/** The token of an `Authorization` header; null: it contains no well-formed token. */
export const bearerToken = (authorization: string | undefined): string | null =>
  authorization === undefined || authorization.length > longestToken + 'Bearer '.length ? null : form.exec(authorization)?.[1] ?? null
