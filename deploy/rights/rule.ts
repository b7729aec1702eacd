/** One rule of a Role: a right, and why it is needed. */
export interface Rule {
  readonly comment: string
  readonly groups: readonly string[]
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
  /** Only of objects with these names; empty: of all. */
  readonly names?: readonly string[]
}

const list = (items: readonly string[]): string => `[${items.map(item => (item === '' ? '""' : item)).join(', ')}]`

const ruleText = ({ comment, groups, resources, verbs, names = [] }: Rule): string =>
  [
    `# ${comment}`,
    `- apiGroups: ${list(groups)}`,
    `  resources: ${list(resources)}`,
    ...(names.length === 0 ? [] : [`  resourceNames: ${list(names)}`]),
    `  verbs: ${list(verbs)}`,
  ].join('\n')

/** As YAML, each line ended; `indent` before each. */
export const rulesText = (rules: readonly Rule[], indent = ''): string =>
  rules.flatMap(rule => ruleText(rule).split('\n')).map(line => `${indent}${line}\n`).join('')
