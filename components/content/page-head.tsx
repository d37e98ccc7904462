import { useLocale } from 'next-intl'
import type { ReactNode } from 'react'
import { Picture } from '@/components/content/picture'
import { Band, BandTitle, type BandTone } from '@/components/layout/band'
import { LinkButton } from '@/components/ui/button'
import type { BlockOf } from '@/lib/contract/pages'

export interface PageHeadProps {
  title: string
  /** The hero that a page begins with, if it does. */
  hero: BlockOf<'hero'> | null
  tone?: BandTone
  /** The language of the words, where it is not the page’s. */
  lang?: string
  above?: ReactNode
  trail?: ReactNode
}

/** The dark head of a written page: its title, and what its hero says beside it. */
export function PageHead({ title, hero, tone, lang, above, trail }: PageHeadProps) {
  const locale = useLocale()
  return (
    <Band tone={tone} trail={trail}>
      <div lang={lang} className={hero?.image ? 'grid items-center gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]' : undefined}>
        <div>
          <BandTitle title={title} lead={hero?.text} above={above} />
          {hero && hero.links.length > 0 && (
            <div className="flex flex-wrap gap-3 pt-6">
              {hero.links.map((link, index) => (
                <LinkButton key={link.url} href={link.url} locale={locale} tone={index === 0 ? 'primary' : 'band'}>
                  {link.name}
                </LinkButton>
              ))}
            </div>
          )}
        </div>
        {hero?.image && <Picture image={hero.image} first sizes="(width > 1024px) 448px, 100vw" className="h-auto w-full rounded-lg border border-band-line lg:mt-6" />}
      </div>
    </Band>
  )
}
