import { BlockList, isIP } from 'node:net'
import type { OperatorOptions } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import type { Logger } from '../log/logger.ts'
import type { HttpServer } from '../server/http-server.ts'
import type { LiveSources } from './live-resources.ts'

type PlannerSettings = Pick<OperatorOptions, 'plannerEnabled' | 'plannerPort' | 'plannerAddress' | 'plannerHosts'>

/** The planner page of an operator that may serve none. */
export interface PlannerBeside {
  /** Null: it is not served. */
  readonly port: number | null
  /** Why it is not, though it is to be. */
  readonly remarks: () => readonly string[]
  readonly stop: () => Promise<void>
}

const none: PlannerBeside = { port: null, remarks: () => [], stop: () => Promise.resolve() }

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Null: it is no IP address. */
const isLoopback = (address: string): boolean | null => {
  const version = isIP(address)
  return version === 0 ? null : loopback.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

const served = async (
  { plannerPort, plannerAddress, plannerHosts }: PlannerSettings,
  sources: LiveSources,
): Promise<E.Either<string, HttpServer>> => {
  const loops = isLoopback(plannerAddress)
  if (loops === null)
    return E.left(`kubernetes.operator.planner.address is ${JSON.stringify(plannerAddress)}: expected an IP address, such as 127.0.0.1`)
  if (!loops) return E.left(`kubernetes.operator.planner.address is ${plannerAddress}: expected a loopback address, such as 127.0.0.1`)
  // only then what plans is loaded
  const { plannerOf } = await import('./planner-routes.ts')
  const { startPlannerServer } = await import('./planner-server.ts')
  const planner = plannerOf(sources, import.meta.dirname)
  return E.isLeft(planner) ? planner
    : startPlannerServer({ port: plannerPort, address: plannerAddress, hosts: plannerHosts, planner: planner.right })
}

/** The planner page in the operator's process: `planner.enabled`. What keeps it from being served keeps nothing else. */
export const plannerBeside = async (
  options: PlannerSettings,
  sources: LiveSources,
  logger: Pick<Logger, 'warn' | 'info'>,
): Promise<PlannerBeside> => {
  if (!options.plannerEnabled) return none
  const server = await served(options, sources)
  if (E.isLeft(server)) {
    const remark = `planner page: ${server.left}`
    logger.warn(remark)
    return { ...none, remarks: () => [remark] }
  }
  const { port, close } = server.right
  logger.info({ address: options.plannerAddress, port }, 'serving the planner page')
  return { port, remarks: () => [], stop: close }
}
