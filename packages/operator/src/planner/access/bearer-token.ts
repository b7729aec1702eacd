/** Tokens with many groups in them are longer than most. */
const longestToken = 8 * 1024

const form = /^bearer ([\w.~+/=-]+)$/i

/** The token of an `Authorization` header; null: there is none that could be one. */
export const bearerToken = (authorization: string | undefined): string | null =>
  authorization === undefined || authorization.length > longestToken + 'Bearer '.length ? null : form.exec(authorization)?.[1] ?? null
