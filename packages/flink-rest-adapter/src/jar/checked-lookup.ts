import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { JarProblem } from './jar-problem.ts'

/** Why an address must not be connected to (`a private address`); null: it may be. */
export type AddressRule = (address: string) => string | null

/** Resolves a name to all its addresses. */
export type ResolveName = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>

export const resolveName: ResolveName = host => lookup(host, { all: true })

const refusal = (host: string, address: string, what: string): JarProblem =>
  new JarProblem(
    'Invalid',
    `host ${host}${host === address ? '' : ` has the address ${address}, which`} is ${what}, and the operator does not fetch from there. `
      + "Serve the jar from a public address, or set 'kubernetes.operator.user.artifacts.disallow-restricted-hosts' to false",
  )

const judge = (restriction: AddressRule, host: string, found: Awaited<ReturnType<ResolveName>>): void => {
  for (const { address } of found) {
    const what = restriction(address)
    if (what !== null) throw refusal(host, address, what)
  }
}

/**
 * For a connection through a proxy, which resolves the name itself: a name with a restricted address here is not requested. A name
 * that can't be resolved here is left to the proxy.
 */
export const checkName = async (restriction: AddressRule, resolve: ResolveName, host: string): Promise<void> =>
  judge(restriction, host, await resolve(host.replace(/^\[|\]$/gu, '')).catch(() => []))

/**
 * Name look-up for one connection, which goes to exactly the address that was checked: a name that resolves differently the next
 * time changes nothing (DNS rebinding, E-40). One restricted address among several refuses the host.
 */
export const checkedLookup = (restriction: AddressRule, resolve: ResolveName): LookupFunction => (host, options, callback) => {
  const look = async (): Promise<void> => {
    const found = await resolve(host)
    judge(restriction, host, found)
    const [first] = found
    if (first === undefined) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' })
    if (options.all === true) callback(null, [...found])
    else callback(null, first.address, first.family)
  }
  look().catch((error: unknown) => callback(error as Error, ''))
}

/** A literal address is connected to without a look-up. `host` as in a parsed URL, where every form of IPv4 is dotted. */
export const checkLiteral = (restriction: AddressRule, host: string): void => {
  const address = host.replace(/^\[|\]$/gu, '')
  const what = isIP(address) === 0 ? null : restriction(address)
  if (what !== null) throw refusal(address, address, what)
}
