import * as z from 'zod'
import { endpoint } from './endpoint'
import { data, done, empty, id, instant, list } from './primitives'

export const accountStatus = z.enum(['awaiting_confirmation', 'active', 'deactivated'])
export const auctionKind = z.enum(['gas_condensate', 'natural_gas', 'all'])

export const user = z.object({
  id,
  email: z.string(),
  company_name: z.string(),
  company_short_name: z.string(),
  name: z.string(),
  surname: z.string(),
  patronymic: z.string(),
  phone: z.string(),
  edrpou: z.string(),
  iban: z.string(),
  eic: z.string(),
  is_banned: z.boolean(),
  status: accountStatus,
  auction_kind: auctionKind,
  email_confirmed: z.boolean(),
})
export type User = z.infer<typeof user>

export const session = z.object({
  id: z.string(),
  device: z.string(),
  address: z.string(),
  created_at: instant,
  last_seen_at: instant,
  current: z.boolean(),
})
export type Session = z.infer<typeof session>

export const email = z.string().trim().toLowerCase().min(1, 'required').max(254).pipe(z.email('email_format'))

export const authEndpoints = {
  login: endpoint('/api/auth/login', {
    summary: 'Sign in; answers the access token and sets the cookie accessToken',
    access: 'visitor',
    request: z.strictObject({ email, password: z.string().min(1, 'required').max(200) }),
    response: data(z.object({ access_token: z.string(), expires_at: instant, user })),
    errors: ['invalid_credentials', 'account_deactivated'],
    allowance: { requests: 10, seconds: 60 },
  }),
  logout: endpoint('/api/auth/logout', {
    summary: 'End this session; clears accessToken and aucs',
    access: 'account',
    request: empty,
    response: done,
  }),
  userProfile: endpoint('/api/auth/user-profile', {
    summary: 'The signed-in account',
    access: 'account',
    request: empty,
    response: data(user),
  }),
  sessions: endpoint('/api/auth/sessions/list', {
    summary: 'Live sessions of the account',
    access: 'account',
    request: empty,
    response: list(session),
  }),
  revokeSession: endpoint('/api/auth/sessions/revoke', {
    summary: 'End one of the account’s sessions',
    access: 'account',
    request: z.strictObject({ id: z.string().min(1).max(40) }),
    response: done,
    errors: ['not_found'],
  }),
}
