import { describe, expect, test } from 'vitest'
import type { FlinkDeploymentStatus } from '../../../packages/core/src/contract/resource/flink-deployment-status.ts'
import { type ObserveGiven, surroundings, worldOf as observedWorld } from '../../golden/families/observe.ts'
import { type ReconcileGiven, worldOf as reconciledWorld } from '../../golden/families/reconcile.ts'
import { givenOf, settingsOf } from '../../golden/families/scripted.decode.ts'
import type { GoldenVector } from '../../golden/family.ts'
import { ownVectors, readVectors } from '../../golden/read-vectors.ts'
import { runRound } from '../../golden/scripted-rounds.ts'
import { advance } from '../../golden/scripted-start.ts'
import type { ScriptedWorld } from '../../golden/scripted-world.ts'

const hours = 3_600_000

/** The statuses that are written in two hours of the world of a vector; a quiet world takes few rounds. */
const statusesOf = (
  name: string,
  vector: GoldenVector,
): { readonly statuses: readonly FlinkDeploymentStatus[]; readonly world: ScriptedWorld } => {
  const given = givenOf<ObserveGiven & ReconcileGiven>(vector)
  const world = name === 'observe' ? observedWorld(given) : reconciledWorld(given)
  world.snapshots = []
  const operatorConfig = { ...(name === 'observe' ? surroundings : {}), ...given.operatorConfig }
  const settings = { ...settingsOf({ ...given, operatorConfig }), hasSnapshotController: true }
  const until = world.now + 2 * hours
  let failures = 0
  for (let rounds = 0; rounds < 60 && world.now < until && !world.gone; rounds += 1) {
    const { after, failed } = runRound(world, settings, failures)
    failures = failed ? failures + 1 : 0
    advance(world, Math.max(1, Math.min(after, 60_000)))
  }
  return { world, statuses: world.log.flatMap(entry => (entry._tag === 'Status' ? [entry.status] : [])) }
}

const isReady = ({ conditions }: FlinkDeploymentStatus): boolean =>
  conditions.some(({ type, status }) => type === 'Ready' && status === 'True')
const changes = (values: readonly (string | null)[]): number => values.slice(1).filter((it, at) => it !== values[at]).length

describe('worlds of golden vectors go on: what is compared with one round of the reference is no end', () => {
  const some = ['observe', 'reconcile'].flatMap(name =>
    readVectors(ownVectors, name).filter((_, at) => at % 61 === 5).map(vector => [vector.id, name, vector] as const)
  )

  test.each(some)(
    'V09 V10 %s: nothing is breached, no error comes and goes, nothing is Ready beside a JobManager that is not',
    (_, name, vector) => {
      const { world, statuses } = statusesOf(name, vector)
      expect(world.breaches()).toEqual([])
      expect(changes(statuses.map(({ error }) => error))).toBeLessThan(5)
      const last = statuses.at(-1)
      // a FlinkSessionJob has no JobManager of its own, and an ended job needs none
      if (last === undefined || vector.given['kind'] !== 'FlinkDeployment' || last.lifecycleState !== 'STABLE') return
      expect([last.jobManagerDeploymentStatus, isReady(last)]).not.toEqual(['DEPLOYING', true])
      expect([last.jobManagerDeploymentStatus, isReady(last)]).not.toEqual(['DEPLOYED_NOT_READY', true])
    },
  )
})
