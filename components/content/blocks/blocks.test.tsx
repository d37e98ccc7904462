import { describe, expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { Blocks } from '@/components/content/blocks/blocks'
import { EditorialPage } from '@/components/content/editorial-page'
import type { Locale } from '@/lib/config/constants'
import type { Block, Category, Certificate } from '@/lib/contract/content'
import { renderIn } from '@/tests/support/render-in'
import type { BlockContext } from './block-frame'

const condensate: Category = {
  id: 1,
  key: 'gas_condensate',
  slug: 'condensate',
  name: 'Gas condensate',
  unit: 't',
  price_unit: 'UAH per tonne',
}
const gas: Category = {
  id: 2,
  key: 'natural_gas',
  slug: 'gas',
  name: 'Natural gas',
  unit: 'thousand m³',
  price_unit: 'UAH per thousand m³',
}

function certificate(id: number, validUntil: string | null): Certificate {
  const file = {
    name: 'passport.pdf',
    url: `/storage/media/passport-${id}.pdf`,
    media_type: 'application/pdf',
    bytes: 48_000,
  }
  return {
    id,
    title: `Passport ${id}`,
    language: id === 3 ? 'uk' : 'en',
    category: 'natural_gas',
    issued_on: '2026-01-15',
    valid_until: validUntil,
    file,
  }
}

const context: BlockContext = {
  categories: [condensate, gas],
  category: gas,
  contacts: {
    contacts: [{ label: 'Sales', is_main: true, socials: [], phones: [{ label: '', number: '+380 (44) 594-12-30' }] }],
    supportEmail: 'trade@producer.ua',
    workingHours: 'Mon–Thu 09:00–18:00',
  },
  certificates: [certificate(1, '2026-11-24'), certificate(2, '2026-11-23'), certificate(3, null)],
  // It is past midnight in Kyiv, but not in UTC.
  today: new Date('2026-11-23T22:30:00Z'),
}

function show(block: Block, locale: Locale = 'en') {
  return renderIn(locale, <Blocks blocks={[block]} context={context} />)
}

describe('the blocks of an editor', () => {
  it('link to pages in the reader’s language', () => {
    show(
      { kind: 'hero', title: 'Gas', text: '', image: null, links: [{ name: 'Auctions', url: '/auctions/gas' }] },
      'ru',
    )
    expect(screen.getByRole('link', { name: 'Auctions' })).toHaveAttribute('href', '/ru/auctions/gas')
  })

  it('are shown under their headings, with links in their text', () => {
    show({ kind: 'text', title: 'Delivery', html: '<p>By <a href="/shop">order</a>.</p>' })
    expect(screen.getByRole('heading', { name: 'Delivery', level: 2 })).toBeVisible()
    expect(screen.getByRole('link', { name: 'order' })).toHaveAttribute('href', '/en/shop')
  })

  it('number steps', () => {
    show({
      kind: 'steps',
      title: 'Steps',
      items: [
        { title: 'One', text: 'a' },
        { title: 'Two', text: 'b' },
      ],
    })
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
    expect(screen.getByRole('heading', { name: 'Two', level: 3 })).toBeVisible()
  })

  it('align a table’s numbers right and show its caption', () => {
    show({
      kind: 'table',
      title: 'Quality',
      columns: ['Figure', 'Value'],
      rows: [
        ['Methane', '≥ 90'],
        ['Oxygen', '0,02 %'],
      ],
    })
    expect(screen.getByRole('table', { name: 'Quality' })).toBeVisible()
    expect(screen.getByRole('columnheader', { name: 'Value' })).toHaveClass('text-right')
    expect(screen.getByRole('columnheader', { name: 'Figure' })).not.toHaveClass('text-right')
  })

  it('make a card a single link if it has an address, and no link otherwise', () => {
    show({
      kind: 'cards',
      title: 'More',
      items: [
        { title: 'Rules', text: '', url: '/auctions/rules-auctions', image: null },
        { title: 'Later', text: '', url: '', image: null },
      ],
    })
    expect(screen.getAllByRole('link')).toHaveLength(1)
    expect(screen.getByRole('heading', { name: 'Later' })).toBeVisible()
  })

  it('keep answers collapsed until opened', () => {
    show({ kind: 'faq', title: 'Questions', items: [{ question: 'When?', html: '<p>At ten.</p>' }] })
    expect(screen.getByText('When?').closest('details')).not.toHaveAttribute('open')
  })

  it('show the type and size of a document', () => {
    show({
      kind: 'documents',
      title: '',
      items: [
        {
          name: 'Agreement',
          url: '/storage/media/agreement.pdf',
          media_type: 'application/pdf',
          bytes: 2_202_009,
        },
      ],
    })
    expect(screen.getByRole('link', { name: /Agreement PDF, 2\.1\sMB/ })).toHaveAttribute(
      'href',
      '/storage/media/agreement.pdf',
    )
  })

  it('show the settings’ contacts as phone and mail links', () => {
    show({ kind: 'contact', title: 'Contacts', text: 'Call us' })
    expect(screen.getByRole('link', { name: '+380 (44) 594-12-30' })).toHaveAttribute('href', 'tel:+380445941230')
    expect(screen.getByRole('link', { name: 'trade@producer.ua' })).toHaveAttribute('href', 'mailto:trade@producer.ua')
  })

  it('determine by the day in Kyiv which certificates are in force', () => {
    show({ kind: 'portal', section: 'certificates' })
    const states = screen.getAllByRole('article').map((card) => within(card).getByText(/^Valid$|Expired/).textContent)
    expect(states).toEqual(['Valid', 'Expired', 'Valid'])
  })

  it('mark the name of a certificate that is not translated', () => {
    show({ kind: 'portal', section: 'certificates' })
    const languages = screen.getAllByText(/^Passport/).map((name) => name.closest('[lang="uk"]') !== null)
    expect(languages).toEqual([false, false, true])
  })

  it('embed the portal’s own sections, in the units of the page’s product', () => {
    show({ kind: 'portal', section: 'worked_example' })
    expect(screen.getByRole('columnheader', { name: /UAH per thousand m³/ })).toBeVisible()
  })

  it('reserve the space of a picture and offer its narrower copies', () => {
    const image = {
      url: '/storage/media/a.webp',
      alt: 'The plant',
      width: 1600,
      height: 900,
      sizes: [{ url: '/storage/media/a-480.webp', width: 480 }],
    }
    show({ kind: 'hero', title: 'Plant', text: '', image, links: [] })
    const picture = screen.getByRole('img', { name: 'The plant' })
    expect(picture).toHaveAttribute('width', '1600')
    expect(picture).toHaveAttribute('srcset', '/storage/media/a-480.webp 480w, /storage/media/a.webp 1600w')
  })
})

describe('an editor’s page', () => {
  const blocks: Block[] = [
    { kind: 'hero', title: 'Про газ', text: 'Коротко', image: null, links: [] },
    { kind: 'portal', section: 'guide' },
  ]

  it('has the first block, a hero, as its header', () => {
    renderIn('uk', <EditorialPage page={{ title: 'Газ', blocks, language: 'uk' }} context={context} />)
    expect(screen.getByRole('heading', { level: 1, name: 'Про газ' })).toBeVisible()
    expect(screen.queryByText(/ще не перекладено/)).toBeNull()
  })

  it('has a notice with its language if it is not translated yet', () => {
    renderIn('en', <EditorialPage page={{ title: 'Газ', blocks, language: 'uk' }} context={context} />)
    expect(screen.getByText(/is not translated yet. It is shown in Ukrainian/)).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 }).closest('[lang]')).toHaveAttribute('lang', 'uk')
    // The portal's own texts are in the page's language regardless.
    expect(screen.getByRole('heading', { name: 'Six steps' }).closest('[lang]')).toHaveAttribute('lang', 'en')
  })
})
