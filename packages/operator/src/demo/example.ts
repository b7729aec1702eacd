import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import * as E from 'fp-ts/lib/Either.js'
import type { JsonObject } from '@flink-operator/core'

/** A file of `examples/`, searched from a folder upwards. Left: one line. */
export const readExample = (file: string, from: string): E.Either<string, JsonObject> => {
  const path = join(from, 'examples', file)
  if (existsSync(path)) return E.right(parse(readFileSync(path, 'utf8')) as JsonObject)
  const parent = dirname(from)
  return parent === from ? E.left(`examples/${file} does not exist: run the demo from the source tree`) : readExample(file, parent)
}
