import { BlockList, isIP } from 'node:net'
import type { OperatorOptions } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import type { Logger } from '../log/logger.ts'
import type { LiveSources } from './live-resources.ts'
import type { OpenPlannerSetup } from './open-planner.ts'
import type { PlannerBeside } from './served-planner.ts'

type PlannerSettings = Pick<
  OperatorOptions,
  'plannerEnabled' | 'plannerPort' | 'plannerAddress' | 'plannerHosts' | 'plannerCertificates'
>

const none: PlannerBeside = { port: () => null, remarks: () => [], stop: () => Promise.resolve() }

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Null: not an IP address. */
const isLoopback = (address: string): boolean | null => {
  const version = isIP(address)
  return version === 0 ? null : loopback.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** Connection for checks of who may see what. */
export type PlannerAsks = Pick<OpenPlannerSetup, 'credentials' | 'clock'>

const served = async (
  options: PlannerSettings,
  sources: LiveSources,
  asks: PlannerAsks,
  logger: Pick<Logger, 'warn' | 'info'>,
): Promise<E.Either<string, PlannerBeside>> => {
  const { plannerPort: asked, plannerAddress: address, plannerHosts: hosts } = options
  const loops = isLoopback(address)
  if (loops === null)
    return E.left(`kubernetes.operator.planner.address is ${JSON.stringify(address)}: expected an IP address, such as 127.0.0.1`)
  // imported only now: the planning code is loaded on demand
  const { plannerOf } = await import('./planner-routes.ts')
  const planner = plannerOf(import.meta.dirname, sources.fleet !== null)
  if (E.isLeft(planner)) return planner
  if (!loops) {
    const { openPlanner } = await import('./open-planner.ts')
    return E.right(await openPlanner({ options, planner: planner.right, sources, ...asks, logger }))
  }
  const { startPlannerServer } = await import('./planner-server.ts')
  const { shownToAll } = await import('./live-rights.ts')
  const shown = E.right(shownToAll(sources))
  const server = await startPlannerServer({ port: asked, address, hosts, planner: planner.right, shownTo: () => Promise.resolve(shown) })
  if (E.isLeft(server)) return server
  const { port, close } = server.right
  logger.info({ address, port }, 'serving the planner page')
  return E.right({ port: () => port, remarks: () => [], stop: close })
}

/**
 * The planner page in the operator's process: `planner.enabled`. On a loopback address every client sees every resource; on another
 * address the API server decides who may see what. If the page can't be served, the operator works nevertheless.
 */
export const plannerBeside = async (
  options: PlannerSettings,
  sources: LiveSources,
  asks: PlannerAsks,
  logger: Pick<Logger, 'warn' | 'info'>,
): Promise<PlannerBeside> => {
  if (!options.plannerEnabled) return none
  const beside = await served(options, sources, asks, logger)
  if (E.isRight(beside)) return beside.right
  const remark = `planner page: ${beside.left}`
  logger.warn(remark)
  return { ...none, remarks: () => [remark] }
}
