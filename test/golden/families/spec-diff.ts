import { failed, type GoldenFamily } from '../family.ts'

export const specDiff: GoldenFamily = { name: 'spec-diff', run: () => failed('not built') }
