import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { fullFacts, someFacts } from '../../core/fixtures/facts-arbitraries.ts'
import { aResource, specJson } from '../../core/fixtures/flink-deployment-resource.ts'
import { givenRounds } from '../../core/fixtures/round-arbitraries.ts'
import { environment } from '../../core/fixtures/environment.ts'
import { kinds } from '@flink-operator/kinds'
import { type JsonObject, identityOf, resourceTypes } from '@flink-operator/core/resource'
import { planOffline, planSeen } from './plan.ts'

const identity = identityOf(resourceTypes.FlinkDeployment)

const numRuns = Math.min(100, Number(process.env['FC_RUNS'] ?? 100))

test.prop([givenRounds(fc.oneof(fullFacts, someFacts)), fc.boolean()], { numRuns })(
  'total: whatever a status says, and the looks saw, a plan is made of it, or what can not be read is told',
  ({ status, facts, now, spec, metadata, operator }, isSuspended) => {
    const { consecutiveFailures: _, ...settings } = environment(now, operator)
    const { meta, status: recorded } = aResource({ ...(status === undefined ? {} : { status }) })
    const deployed: JsonObject = {
      ...identity,
      metadata: {
        ...meta,
        finalizers: [...meta.finalizers],
        creationTimestamp: '2023-11-14T22:00:00Z',
        deletionTimestamp: null,
        ...metadata,
      },
      spec: specJson(),
      status: kinds.FlinkDeployment.encodeStatus(recorded, null),
    }
    const job = { ...spec?.job, ...(isSuspended ? { state: 'suspended' } : {}) }
    const wanted: JsonObject = { ...identity, metadata: { name: meta.name }, spec: specJson({ ...spec, job }) }
    const input = { kind: 'FlinkDeployment' as const, settings, now: now ?? 1_700_000_000_000, deployed, wanted, namespace: meta.namespace }
    for (const plan of [planOffline(input), planSeen(input, { facts: facts ?? {}, beside: {} })])
      expect(plan._tag === 'Left' ? plan.left : plan.right.rounds.length).toBeDefined()
  },
)
