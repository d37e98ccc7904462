import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { THEME_SCRIPT } from '@/components/layout/theme-script'
import {
  answerHeaders,
  contentSecurityPolicy,
  createNonce,
  securityHeaders,
  THEME_SCRIPT_HASH,
} from '@/lib/http/security-headers'

const dynamicPage = { policy: { kind: 'dynamic', nonce: 'bm9uY2U=' }, https: true, development: false } as const
const staticPage = { policy: { kind: 'static' }, https: false, development: false } as const

describe('security headers', () => {
  it('allow inline scripts on dynamic pages only with the visit’s nonce or the hash of the theme script', () => {
    const scripts = directive(contentSecurityPolicy(dynamicPage), 'script-src')
    expect(scripts).toContain("'nonce-bm9uY2U='")
    expect(scripts).toContain(`'${THEME_SCRIPT_HASH}'`)
    expect(scripts).not.toContain("'unsafe-inline'")
    expect(scripts).not.toContain("'unsafe-eval'")
  })

  it('contain the hash of the current theme script', () => {
    expect(THEME_SCRIPT_HASH).toBe(`sha256-${createHash('sha256').update(THEME_SCRIPT).digest('base64')}`)
  })

  it('limit static pages to their own origin', () => {
    const policy = contentSecurityPolicy(staticPage)
    for (const name of ['default-src', 'connect-src', 'font-src', 'form-action'])
      expect(directive(policy, name)).toEqual(["'self'"])
    for (const name of ['object-src', 'base-uri', 'frame-ancestors'])
      expect(directive(policy, name)).toEqual(["'none'"])
  })

  it('allow connections to a configured tracking helper, and nothing else', () => {
    const counted = contentSecurityPolicy({ ...staticPage, connect: ['https://stats.test'] })
    expect(directive(counted, 'connect-src')).toEqual(["'self'", 'https://stats.test'])
    expect(counted.replace(' https://stats.test', '')).toBe(contentSecurityPolicy(staticPage))
    expect(directive(counted, 'worker-src')).toEqual(["'self'"])
  })

  it('allow only the back office to frame pages with drafts', () => {
    const draft = { ...staticPage, framed: true }
    expect(directive(contentSecurityPolicy(draft), 'frame-ancestors')).toEqual(["'self'"])
    expect(securityHeaders(draft)['x-frame-options']).toBe('SAMEORIGIN')
  })

  it('forbid framing, sniffing, devices and other origins', () => {
    expect(securityHeaders(staticPage)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
  })

  it('require https of browsers only if the visit came over https', () => {
    expect(securityHeaders(dynamicPage)['strict-transport-security']).toContain('max-age=63072000')
    expect(contentSecurityPolicy(dynamicPage)).toContain('upgrade-insecure-requests')
    expect(securityHeaders(staticPage)).not.toHaveProperty('strict-transport-security')
  })

  it('restrict the service worker to this site, and allow other sites to embed other files', () => {
    expect(answerHeaders('/service-worker.js?v=1', true)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': expect.stringContaining('max-age'),
    })
    expect(answerHeaders('/icon.svg', false)).toEqual({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
  })

  it('have a new nonce for each visit', () => {
    expect(createNonce()).toMatch(/^[A-Za-z0-9+/]{22}==$/)
    expect(createNonce()).not.toBe(createNonce())
  })
})

function directive(policy: string, name: string): string[] | undefined {
  return policy
    .split('; ')
    .map((part) => part.split(' '))
    .find(([first]) => first === name)
    ?.slice(1)
}
