/** Does standard output take colours? A terminal does, unless the user set NO_COLOR (https://no-color.org). */
export const hasColour = (): boolean => process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === ''
