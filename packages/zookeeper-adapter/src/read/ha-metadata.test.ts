import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import type { Session } from '../connection/session.ts'
import type { ZooKeeper } from '../connection/sessions.ts'
import { readHaMetadata } from './ha-metadata.ts'

/** An ensemble with so many jobs, and so many checkpoints of each; `asked`: how often it was asked. */
const ensemble = (jobs: number, checkpoints: number) => {
  const counted = { asked: 0 }
  const record = { created: '01', version: 0, childChanges: 1 }
  const names = (path: string): readonly string[] => {
    const count = path.endsWith('/jobs') ? jobs : path.endsWith('/checkpoints') ? checkpoints : 0
    return Array.from({ length: count }, (_, n) => String(n))
  }
  const ask = ({ path }: { readonly path: string }) => {
    counted.asked += 1
    const isData = /checkpoints\/\d+$|counter$/.test(path)
    return Promise.resolve(E.right(isData ? Buffer.from('aced0005', 'hex') : { names: names(path), record }))
  }
  const place = { quorum: 'q', path: '/flink/one', planPaths: ['/jobgraphs'] }
  const zooKeeper = {
    within: (_: unknown, use: (session: Session, at: typeof place) => unknown) => use({ ask } as unknown as Session, place),
  }
  return { counted, look: () => readHaMetadata(zooKeeper as unknown as ZooKeeper, () => 7)(place) }
}

test('S02 a cluster of many jobs with their checkpoints is read', async () => {
  const { look } = ensemble(100, 10)
  const fact = await look()
  expect(fact._tag === 'Known' && fact.value.jobs.length).toBe(100)
})

test('S02 one that would take a question for each of 250,000 nodes is Unknown, after some thousand', async () => {
  const { look, counted } = ensemble(500, 500)
  expect(await look()).toMatchObject({ _tag: 'Unknown', message: expect.stringContaining('more than 5000 checkpoints of all jobs') })
  expect(counted.asked).toBeLessThan(10_000)
})
