import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import * as constants from '@/lib/config/constants'

const tokens = readFileSync('components/ui/tokens.css', 'utf8')
const styles = readFileSync('app/(site)/globals.css', 'utf8') + readFileSync('components/ui/theme.css', 'utf8')

/** CSS pixels of a rem unless the browser's text is enlarged. */
const REM = 16

describe('the constants of the specification, point 9', () => {
  it('are the same in the style sheet', () => {
    const { userMenu, mobileMenu, subMenu, cookieNotice, signIn } = constants.WIDTHS
    expect(tokens).toContain(`--width-user-menu: ${userMenu}px`)
    expect(tokens).toContain(`--width-mobile-menu: ${mobileMenu}px`)
    expect(tokens).toContain(`--width-sub-menu: ${subMenu}px`)
    expect(tokens).toContain(`--width-cookie-notice: ${cookieNotice}px`)
    expect(tokens).toContain(`--width-sign-in: ${signIn}px`)
  })

  it('assign each breakpoint to the narrower layout: the wider one starts a pixel above', () => {
    const begins = [...styles.matchAll(/--breakpoint-\w+: ([\d.]+)rem/g)].map((match) => Number(match[1]) * REM)
    expect(begins.sort((a, b) => b - a)).toEqual(constants.BREAKPOINTS.map((width) => width + 1))
  })

  it('hide the progress bar and waiting marks for the throttle’s time', () => {
    expect(styles).toMatch(
      new RegExp(`#nprogress \\{\\s+animation: appear 1ms linear ${constants.PROGRESS_THROTTLE_MS}ms both`),
    )
    expect(styles).toMatch(
      new RegExp(`appear-late \\{\\s+animation: appear 1ms linear ${constants.FETCH_DISPLAY_DELAY_MS}ms both`),
    )
  })
})
