import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import type { Session } from '../connection/session.ts'
import { deleteNodes } from './delete-nodes.ts'

test('S02 more children than one call of a function takes are an error, and nothing is deleted', async () => {
  const deleted: string[] = []
  const record = { created: '01', version: 0, childChanges: 0 }
  const ask = ({ operation, path }: { readonly operation: string; readonly path: string }) => {
    if (operation === 'delete') deleted.push(path)
    const names = path.endsWith('/latch') ? [] : Array.from({ length: 500_000 }, (_, n) => String(n))
    return Promise.resolve(E.right({ names, record }))
  }
  const session = { ask } as unknown as Session
  const place = { quorum: 'q', path: '/flink/one', planPaths: ['/jobgraphs'] }
  const outcome = await deleteNodes(session, place, { nodes: [{ path: '/jobs/a', created: '01' }], cluster: null })
  expect(outcome).toMatchObject({ left: { applied: 'No' } })
  expect(deleted).toEqual([])
})
