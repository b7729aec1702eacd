const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** Is it a value for `LOG_LEVEL`? */
export const isLogLevel = (text: string): boolean => levels.includes(text)
