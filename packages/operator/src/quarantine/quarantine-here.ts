import type { AdapterError, JsonObject } from '@flink-operator/core'
import { openApiSchemaOf, stringifyJson } from '@flink-operator/core/codec'
import type { AnyKind } from '@flink-operator/core/kinds'
import type { KindName } from '@flink-operator/kinds'
import { type Http, type LeaseRef, persistStatus } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { kubernetesTimeout } from '../call-limits.ts'
import type { Clock } from '../clock.ts'
import { answerInTime } from '../effect/answer-in-time.ts'
import type { Logger } from '../log/logger.ts'
import { type ClusterPort, keyText, type ResourceKey } from '../port/cluster-port.ts'
import { bareMeta } from '../resource/bare-meta.ts'
import { changing } from '../watchdog/watched-work.ts'
import { type HoldBack, holdBack } from './hold-back.ts'
import { knownQuarantine } from './known-quarantine.ts'
import { readQuarantine } from './quarantine-lease.ts'
import type { Pauses } from './quarantine-record.ts'

export interface QuarantineHere {
  readonly of: (name: KindName, kind: AnyKind, port: ClusterPort) => HoldBack
  /** Others may have recorded a resource: the record is read again. */
  readonly doubt: () => void
  readonly held: () => readonly (readonly [kind: KindName, key: ResourceKey])[]
}

/** The quarantined resources of all kinds, as this process knows them. `mayAct`: only then are they written. */
export const quarantineHere = (
  { http, lease, pauses, clock, logger, mayAct }: {
    readonly http: Http
    readonly lease: LeaseRef
    readonly pauses: Pauses
    readonly clock: Clock
    readonly logger: Logger
    readonly mayAct: (key: ResourceKey) => boolean
  },
): QuarantineHere => {
  const ofKind = new Map<KindName, HoldBack>()
  const known = knownQuarantine({
    read: () => readQuarantine(http, lease),
    now: clock.now,
    pauses,
    onForbidden: message => logger.warn({ lease: lease.name }, `the record of quarantined resources can't be read: ${message}`),
  })
  const writeStatus = async (
    kind: AnyKind,
    key: ResourceKey,
    resource: JsonObject,
    status: JsonObject,
  ): Promise<AdapterError | null> => {
    if (!mayAct(key)) return null
    const schema = openApiSchemaOf(kind.definition)
    const write = persistStatus(http, bareMeta(key, resource), { stringify: json => stringifyJson(json, schema) })(status)
    const written = await changing(write)
    return E.isLeft(written) ? written.left : null
  }
  return {
    of: (name, kind, port) => {
      const made = holdBack({
        kind: name,
        known,
        now: clock.now,
        writeStatus: (key, resource, status) => writeStatus(kind, key, resource, status),
        emit: async (key, resource, event) => {
          const meta = bareMeta(key, resource)
          await answerInTime(
            kubernetesTimeout,
            signal => port.perform(event, { meta, resourceVersion: meta.resourceVersion, resource, manifest: null, signal }),
          )
        },
        warn: (key, message) => logger.warn({ kind: name, resource: keyText(key) }, message),
      })
      ofKind.set(name, made)
      return made
    },
    doubt: known.doubt,
    held: () => [...ofKind].flatMap(([name, { held }]) => held().map(key => [name, key] as const)),
  }
}
