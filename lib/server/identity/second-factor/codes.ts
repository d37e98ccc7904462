import { randomInt } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { toString as drawCode } from 'qrcode'

/** Seconds that a code stands for; the one before and the one after count too, for clocks that are a little off. */
const period = 30
const recoveryLetters = 'abcdefghjkmnpqrstuvwxyz23456789'
const recoveryLength = 10
const recoveryCount = 10

type TypedCode = { kind: 'app'; digits: string } | { kind: 'recovery'; code: string } | { kind: 'neither' }

/** What was typed, by its shape. */
export function readCode(typed: string): TypedCode {
  const code = typed.toLowerCase().replace(/[\s-]/g, '')
  if (/^\d{6}$/.test(code)) return { kind: 'app', digits: code }
  if (code.length === recoveryLength && [...code].every((letter) => recoveryLetters.includes(letter)))
    return { kind: 'recovery', code }
  return { kind: 'neither' }
}

/** The time step of a right code that is later than `after`, or null. `now` in epoch milliseconds. */
export function stepOfCode(secret: string, digits: string, now: number, after: number | null): number | null {
  const epoch = Math.floor(now / 1000)
  const afterTimeStep = after ?? undefined
  // A step beyond what the window can hold is never reached by any code: nothing is left to compare.
  if (after !== null && after >= Math.floor(epoch / period) + 1) return null
  const result = verifySync({ secret, token: digits, epoch, period, epochTolerance: period, afterTimeStep })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

/** A secret of 160 bits with what an app reads it from. */
export async function newAppSecret(
  issuer: string,
  label: string,
): Promise<{ secret: string; uri: string; drawing: string }> {
  const secret = generateSecret()
  const uri = generateURI({ issuer, label, secret, period })
  return { secret, uri, drawing: await drawCode(uri, { type: 'svg', margin: 4, errorCorrectionLevel: 'M' }) }
}

/** Ten codes of some 49 bits each, without letters that look like others. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCount }, () =>
    Array.from({ length: recoveryLength }, () => recoveryLetters[randomInt(recoveryLetters.length)]).join(''),
  )
}

/** As it is shown: "abcde-fghjk". */
export function shownRecoveryCode(code: string): string {
  return `${code.slice(0, recoveryLength / 2)}-${code.slice(recoveryLength / 2)}`
}
