import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'

/** A file of the page, as sent. */
export interface PageFile {
  readonly type: string
  readonly body: Buffer
}

const names = {
  'live.html': 'text/html; charset=utf-8',
  'planner.js': 'text/javascript; charset=utf-8',
  'planner.css': 'text/css; charset=utf-8',
  'autoscaler.html': 'text/html; charset=utf-8',
  'autoscaler.js': 'text/javascript; charset=utf-8',
  'fleet.html': 'text/html; charset=utf-8',
  'fleet.js': 'text/javascript; charset=utf-8',
}

/** Folders of the page: beside the bundle, or in the source tree after `npm run planner`. */
const places = ['planner', 'packages/planner/dist/page']

const folderFrom = (from: string): string | null => {
  const found = places.map(place => join(from, place)).find(folder => existsSync(join(folder, 'live.html')))
  const parent = dirname(from)
  return found ?? (parent === from ? null : folderFrom(parent))
}

/** The files of the planner page by name, searched from a folder upwards. Left: one line. */
export const readPage = (from: string): E.Either<string, ReadonlyMap<string, PageFile>> => {
  const folder = folderFrom(from)
  return folder === null ? E.left('the planner page does not exist: build it with npm run planner')
    : E.right(
      new Map(
        Object.entries(names).map(([name, type]) => [name, { type, body: readFileSync(join(folder, name)) }]),
      ),
    )
}
