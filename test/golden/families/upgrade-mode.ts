import { failed, type GoldenFamily } from '../family.ts'

export const upgradeMode: GoldenFamily = { name: 'upgrade-mode', run: () => failed('not built') }
