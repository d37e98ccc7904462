'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import { orderDraft, VISITOR } from '@/components/forms/shop-order'
import { useUser } from '@/components/session/session-user'
import { LinkButton } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'

/**
 * The order form, folded until a product is chosen. An address with `#order…` opens it by CSS: the page's first script marks the root,
 * because browsers find the target only after the first paint; a link that is followed before hydration needs elements of the class
 * `peer` with these ids before the form. Once open, or with a draft, it stays open.
 */
export function OrderFold({ children }: { children: ReactNode }) {
  const t = useTranslations('Shop')
  const [isOpen, setOpen] = useState(false)
  const user = useUser()

  useEffect(() => {
    const draft = orderDraft(user === null ? VISITOR : String(user.person_id)).read()
    const openByAddress = () => {
      if (draft !== null || window.location.hash.startsWith('#order')) setOpen(true)
    }
    openByAddress()
    window.addEventListener('hashchange', openByAddress)
    return () => window.removeEventListener('hashchange', openByAddress)
  }, [user])

  return (
    <>
      <div className={classNames('js-only', isOpen ? 'hidden' : 'in-data-order:hidden peer-target:hidden')}>
        <LinkButton href="#order">{t('open')}</LinkButton>
      </div>
      <div className={classNames('js-only', !isOpen && 'hidden in-data-order:block peer-target:block')}>{children}</div>
    </>
  )
}
