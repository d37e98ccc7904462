/** The document that a policy is for: static pages cannot carry a nonce, and the back office has inline scripts. */
export type PolicyKind = { kind: 'static' } | { kind: 'dynamic'; nonce: string }

export interface SecurityContext {
  policy: PolicyKind
  /** The visitor came over https: HSTS is sent, and nothing may be loaded over http. */
  https: boolean
  /** Pages with drafts are framed beside the editor's form, on this site only; no others are framed. */
  framed?: boolean
  /** Next's development server evaluates code and uses a web socket. */
  development: boolean
  /** Other origins that pages may connect to: the tracking helper's, if configured. */
  connect?: readonly string[]
}

/** SHA-256 of the one inline script of our own, which runs before the first paint (components/layout/theme-script.ts). A test keeps the two equal. */
export const THEME_SCRIPT_HASH = 'sha256-3AZp/Tck2nK6hh709vsTV3JrRrhF4Pw6RVNXZlKIR78='

/** The security headers of a page (OWASP's secure headers; frames, sniffing, referrers, devices, opener and embedding are closed). */
export function securityHeaders(context: SecurityContext): Record<string, string> {
  return {
    ...everywhere(context.https),
    'content-security-policy': contentSecurityPolicy(context),
    'x-frame-options': context.framed ? 'SAMEORIGIN' : 'DENY',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
}

/**
 * Headers of answers other than pages: files, pictures, feeds. Other sites and readers may embed them. The service
 * worker's policy lets it fetch only the notifications' icon. `url` is a path.
 */
export function answerHeaders(url: string, https: boolean): Record<string, string> {
  if (!/^\/service-worker\.js(?:\?|$)/.test(url)) return everywhere(https)
  return {
    ...everywhere(https),
    'content-security-policy': "default-src 'none'; img-src 'self'; connect-src 'self'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
  }
}

function everywhere(https: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(https ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}

export function contentSecurityPolicy({ policy, https, framed, development, connect = [] }: SecurityContext): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': [...scriptSources(policy), ...(development ? ["'unsafe-eval'"] : [])],
    // Server-rendered HTML has style attributes (bars, charts), which cannot run scripts.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connect, ...(development ? ['ws:'] : [])],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-src': ["'self'"],
    'frame-ancestors': [framed ? "'self'" : "'none'"],
    ...(https ? { 'upgrade-insecure-requests': [] } : {}),
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}

function scriptSources(policy: PolicyKind): string[] {
  switch (policy.kind) {
    case 'static':
      // A static page has Next's inline data scripts and cannot carry a nonce.
      return ["'self'", "'unsafe-inline'"]
    case 'dynamic':
      return ["'self'", `'nonce-${policy.nonce}'`, `'${THEME_SCRIPT_HASH}'`, "'strict-dynamic'"]
    default:
      return policy satisfies never
  }
}

/** 128 random bits, in base64. */
export function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
}
