import { AppLink } from '@/components/ui/app-link'
import { Flame } from '@/components/ui/flame'
import type { Locale } from '@/lib/config/constants'
import type { Image } from '@/lib/contract/pages'

export interface LogoProps {
  company: string
  /** What the company uploaded; it stands for mark and name, at the height of the mark. */
  own?: Image | null
  /** The link's name for screen readers: «…, home page». */
  label: string
  locale: Locale
}

/** The company's mark and name; the name breaks after its first word, as it is set on the company's papers. */
export function Logo({ company, own = null, label, locale }: LogoProps) {
  const [first, ...rest] = company.split(' ')
  return (
    <AppLink
      href="/"
      locale={locale}
      aria-label={label}
      className="inline-flex min-w-8 items-center gap-3 rounded-sm in-[header]:overflow-hidden in-[header]:whitespace-nowrap"
    >
      {own ? (
        <img
          src={own.sizes[0]?.url ?? own.url}
          alt={own.alt || company}
          width={own.width}
          height={own.height}
          className="h-9 w-auto max-w-48 shrink-0 object-contain object-left"
        />
      ) : (
        <>
          <Flame className="h-9 w-8 shrink-0" />
          <span className="text-[1.0625rem] font-semibold leading-[1.12] tracking-[-0.015em]">
            {first}
            {rest.length > 0 && (
              <>
                <br />
                {rest.join(' ')}
              </>
            )}
          </span>
        </>
      )}
    </AppLink>
  )
}
