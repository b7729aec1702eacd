import { type Env, redactText } from '@flink-operator/core'
import { decodeErrorText } from '@flink-operator/core/redaction'
import { explainDecided, isCanary } from '@flink-operator/core/round'
import { type Explanation, type Unseen, unseenIn } from '@flink-operator/core/explain'
import { kindNames, kindOf } from '@flink-operator/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { systemClock } from '../clock.ts'
import { loadFlinkDefaults } from '../configuration/configuration-files.ts'
import { settingsOf } from '../configuration/live-settings.ts'
import { carriedOutIn } from '../configuration/carry-out.ts'
import { createAdapterPort } from '../effect/adapter-port.ts'
import { ensemblesAs } from '../effect/ensembles.ts'
import { flinkFromHere } from '../effect/flink-from-here.ts'
import { reachOf } from '../effect/reach.ts'
import { environment, ExitCode, type Outcome, usage } from '../exit-code.ts'
import { type ConnectedResource, print, type ResourceFlags, withResource } from '../explain/connected-resource.ts'
import { explanationText } from '../explain/explanation-text.ts'
import { firstFacts } from '../explain/first-facts.ts'
import { unseenText } from '@flink-operator/simulation/plan'
import type { Settings } from '../settings.ts'
import { pluginsHere } from '../plugin/plugins-here.ts'
import { conclude } from '../round.ts'
import { foldersOf } from './cluster.ts'
import { toStderr } from '../output/write.ts'

const timeout = 15_000

/** If a query failed, the reason and the next step are not known: with its answer, the decision may be another one (F19). */
const notKnown = (explanation: Explanation, unseen: readonly Unseen[]): Explanation => {
  const text = unseenText(unseen)
  return text === null ? explanation : {
    ...explanation,
    situation: 'NotKnown',
    row: '-',
    reason: text,
    waitingFor: 'not known',
    nextLook: null,
    unblockedBy: { who: 'person', what: "ask from where Flink can be reached, or look at the operator's own log and at the status" },
  }
}

const explainedCanary = (resource: string, flags: ResourceFlags): Outcome => {
  const reason = 'it is a canary: nothing is deployed for it; its restartNonce is raised once a period, and a round has to see that'
  print(flags, { resource, situation: 'Canary', reason }, () => `${resource}: ${reason}`)
  return E.right(ExitCode.Ok)
}

/** Queries and decides as the operator would, changes nothing, and explains the decision. */
const explained = async (
  resource: ConnectedResource,
  settings: Settings,
  flags: ResourceFlags,
  reach: ReturnType<typeof reachOf>,
): Promise<Outcome> => {
  if (E.isLeft(reach)) return E.left(usage(reach.left))
  const { http, namespace, name } = resource
  const kind = kindOf(resource.kind)
  if (isCanary(resource.json)) return explainedCanary(`${namespace}/${name}`, flags)
  const plugins = await pluginsHere(settings.options)
  if (plugins.notAsked !== null) toStderr(`flink-operator: ${redactText(plugins.notAsked)}\n`)
  const { resource: json, findings } = await plugins.admit(resource.kind, namespace, resource.json)
  const decoded = kind.decode(json)
  if (E.isLeft(decoded)) return E.left(usage(`${namespace}/${name} can't be read: ${decodeErrorText(decoded.left, json)}`))
  const flink = flinkFromHere({
    credentials: resource.credentials,
    kubernetes: http,
    requestTimeout: settings.options.flinkClientTimeout,
    route: reach.right,
    flinkDefaults: settings.flinkDefaults,
  })
  const ensembles = ensemblesAs(reach.right.zooKeeperDigest)
  try {
    const port = createAdapterPort({ kubernetes: http, flink, clock: systemClock, zooKeeper: ensembles, kind })
    const facts = await firstFacts(kind, decoded.right.meta, port, timeout)
    const carriedOut = await carriedOutIn(http, namespace, '')
    const { round: { of, decided } } = await conclude(
      {
        kind,
        now: Date.now,
        answer: port.answer,
        queryTimeout: () => timeout,
        envAt: (now, consecutiveFailures): Env => ({ now, consecutiveFailures, asksForScaling: true, ...settings, ...carriedOut }),
        initialFacts: () => facts,
      },
      decoded.right,
      0,
      findings,
    )
    const unseen = unseenIn(decided.facts)
    const explanation = notKnown(explainDecided(kind, of, decided), unseen)
    const { now } = decided.env
    print(
      flags,
      { resource: `${namespace}/${name}`, at: now, ...explanation, unseen },
      () => explanationText(`${namespace}/${name}`, explanation, now),
    )
    return E.right(unseen.length === 0 ? ExitCode.Ok : ExitCode.Unseen)
  } finally {
    flink.close()
    await ensembles.close()
  }
}

/**
 * `flink-operator explain RESOURCE`: why the resource is in its state, what it waits for and since when, when it is reconciled next,
 * and what unblocks it.
 */
export const explain = async (argument: string, flags: ResourceFlags): Promise<Outcome> => {
  const defaults = loadFlinkDefaults(foldersOf(flags))
  if (E.isLeft(defaults)) return E.left(environment(defaults.left))
  return withResource(
    argument,
    flags,
    resource => explained(resource, settingsOf(defaults.right).settings, flags, reachOf(process.env)),
    kindNames,
  )
}
