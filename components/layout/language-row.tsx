import { LanguageLinks } from '@/components/layout/language-links'
import { LANGUAGE_CODES } from '@/components/layout/header-languages'
import type { Locale } from '@/lib/config/constants'

/** The languages side by side, for the slide-in menus. */
export function LanguageRow({ locale }: { locale: Locale }) {
  return (
    <div className="inline-flex gap-0.5 rounded-md border border-line bg-sunken p-0.5">
      <LanguageLinks
        current={locale}
        names={LANGUAGE_CODES}
        className="grid h-9 min-w-11 place-items-center rounded-[10px] px-2 text-small font-semibold text-soft hover:text-text aria-[current=true]:bg-raised aria-[current=true]:text-text aria-[current=true]:shadow-card"
      />
    </div>
  )
}
