import type { Language } from '@/lib/contract/primitives'
import { pathFor } from '@/lib/i18n/route-names'

/** Addresses that letters lead to, on the site's own origin. */
export function createLinks(publicUrl: string, language: Language) {
  const page = (...[name, params]: [Parameters<typeof pathFor>[0], Parameters<typeof pathFor>[2]?]) =>
    publicUrl + pathFor(name, language, params)
  return {
    home: () => page('index'),
    auction: ({ category, slug }: { category: string; slug: string }) =>
      page('auctions-auctionType-auctionSlug', { auctionType: category, auctionSlug: slug }),
    cabinet: () => page('cabinet'),
    account: () => page('cabinet-info'),
    feedbackForm: () => page('cabinet-feedbackform'),
    shop: () => page('shop'),
    login: () => page('user-login'),
    unsubscribe: (token: string) => page('unsubscribe-token', { token }),
    /** What mail programs post to by themselves. */
    unsubscribeAtOnce: (token: string) => `${publicUrl}/api/notifications/one-click/${token}`,
    confirmEmail: (token: string) => page('user-email-confirm-token', { token }),
    confirmNewEmail: (token: string) => page('profile-user-email-confirm-token', { token }),
    resetPassword: (token: string) => page('password-reset-token', { token }),
    console: (auctionId: number) => `${publicUrl}/admin/collections/auctions/${auctionId}/console`,
    company: (accountId: number) => `${publicUrl}/admin/collections/companies/${accountId}`,
    order: (id: number) => `${publicUrl}/admin/collections/orders/${id}`,
    feedback: (id: number) => `${publicUrl}/admin/collections/feedback/${id}`,
    file: (id: number) => `${publicUrl}/storage/files/${id}`,
  }
}

export type Links = ReturnType<typeof createLinks>
