import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const packed = promisify(gzip)

/** A shorter answer fits into one packet as it is. */
const shortest = 1_400

/** Files of the page are compressed once. */
const files = new WeakMap<Buffer, Promise<Buffer>>()

export const takesGzip = ({ 'accept-encoding': taken }: IncomingHttpHeaders): boolean =>
  typeof taken === 'string'
  && taken.slice(0, 200).split(',').some(it => it.trim().split(';')[0] === 'gzip' && !/;\s*q=0(?:\.0*)?$/.test(it.trim()))

/** The body compressed, in a thread beside the event loop; null: that is not worth it. */
export const compressed = async (body: Buffer | string): Promise<Buffer | null> => {
  if (body.length < shortest) return null
  if (typeof body === 'string') return packed(body, { level: 1 })
  const made = files.get(body) ?? packed(body)
  files.set(body, made)
  return made
}
