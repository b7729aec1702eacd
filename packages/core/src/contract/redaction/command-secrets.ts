import { type Hide, isHidden, isSwitch } from './sensitive-name.ts'

/** Programs that take a password by a short option. */
interface Program {
  /** Prefixes of the program's name. */
  readonly names: readonly string[]
  readonly option: string
  /** `attached`: `-pX`; `next`: `-p X`; `user`: `-u a:X`, in either way. */
  readonly value: 'attached' | 'next' | 'user'
  /** Where this is documented. */
  readonly source: string
}

/** Known from their manuals. Long options are recognised by their name. */
export const programs: readonly Program[] = [
  { names: ['curl', 'wget', 'http'], option: '-u', value: 'user', source: 'curl(1)' },
  { names: ['curl'], option: '-U', value: 'user', source: 'curl(1)' },
  { names: ['curl'], option: '--user', value: 'user', source: 'curl(1)' },
  { names: ['curl'], option: '--proxy-user', value: 'user', source: 'curl(1)' },
  { names: ['mysql', 'mariadb'], option: '-p', value: 'attached', source: 'mysql(1)' },
  { names: ['sshpass'], option: '-p', value: 'attached', source: 'sshpass(1)' },
  {
    names: ['sshpass', 'mongo', 'docker', 'podman', 'helm', 'oras', 'sqlcmd', 'skopeo'],
    option: '-p',
    value: 'next',
    source: 'mongosh, docker login, helm registry login',
  },
  { names: ['sqlcmd', 'bcp'], option: '-P', value: 'next', source: 'sqlcmd' },
  { names: ['redis-cli', 'valkey-cli'], option: '-a', value: 'next', source: 'redis-cli' },
  { names: ['ldapsearch', 'ldapmodify', 'ldapadd', 'ldapdelete'], option: '-w', value: 'next', source: 'ldapsearch(1)' },
  { names: ['cqlsh'], option: '-p', value: 'next', source: 'cqlsh' },
  { names: ['smbclient'], option: '-U', value: 'user', source: 'smbclient(1)' },
]

const valueForm: Readonly<Record<Program['value'], string>> = {
  attached: '["\']?([^\\s"\'`,;]+)',
  next: '(?:\\s+|["\']\\s*,\\s*)["\']?([^\\s"\'`,;-][^\\s"\'`,;]*)',
  user: '(?:\\s+|=|["\']\\s*,\\s*)?["\']?([^\\s"\'`:,[(]+:[^\\s"\'`]+)',
}

const compiled = programs.map(({ names, option, value }) => ({
  isUsed: new RegExp(`(?<![^\\s"'/;|&(,[])(?:${names.join('|')})[\\w-]*(?=[\\s"'])`),
  secret: new RegExp(`(?<![^\\s"',[(])${option}${valueForm[value]}`, 'g'),
}))

const isShown = (value: string): boolean => isHidden(value) || isSwitch(value)

/** Hides the passwords that the text gives to well-known programs, `curl -u user:password`. */
export const hideInCommands = (text: string, hide: Hide): string =>
  compiled.reduce((shown, { isUsed, secret }) =>
    isUsed.test(shown)
      ? shown.replace(secret, (all, value: string) => (isShown(value) ? all : `${all.slice(0, all.length - value.length)}${hide(value)}`))
      : shown, text)

const isUsedIn = (items: readonly unknown[]) => ({ names }: Program): boolean =>
  items.some(item =>
    typeof item === 'string' && item.length < 256 && names.some(name => item.slice(item.lastIndexOf('/') + 1).startsWith(name))
  )

/** Hides a password in one argument of a command list, `["curl", "-u", "user:password"]`. Null: the argument has none. */
export type HideArgument = (argument: string, before: unknown, hide: Hide) => string | null

const inArgument = ({ option, value }: Program): HideArgument => (argument, before, hide) => {
  const isNext = before === option && (value === 'next' || (value === 'user' && argument.includes(':')))
  if (isNext) return isShown(argument) ? null : hide(argument)
  const rest = argument.startsWith(option) ? argument.slice(option.length) : ''
  const isAttached = value === 'attached' || (value === 'user' && rest.includes(':'))
  return !isAttached || isShown(rest) ? null : `${option}${hide(rest)}`
}

/** For the arguments of this command. */
export const hideArgumentOf = (items: readonly unknown[]): HideArgument => {
  const used = programs.filter(isUsedIn(items)).map(inArgument)
  return (argument, before, hide) => used.reduce<string | null>((shown, hidden) => shown ?? hidden(argument, before, hide), null)
}
