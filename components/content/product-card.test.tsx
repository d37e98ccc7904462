import { expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import type { Product } from '@/lib/contract/shop'
import { renderIn } from '@/tests/support/render-in'
import { ProductCard } from './product-card'

const PRODUCT: Product = {
  id: 3,
  languages: { name: 'uk', summary: 'en', unit: 'uk' },
  name: 'Газовий конденсат',
  summary: 'Stable',
  category: null,
  unit: 'т',
  minimum_volume: '25.000',
  image: null,
  facts: [
    { name: 'Density', value: '720 кг/м³', languages: { name: 'en', value: 'uk' } },
    { name: 'Сірка', value: '0.1 %', languages: { name: 'uk', value: 'en' } },
  ],
}

it('the card of a product marks the language of untranslated texts only', () => {
  renderIn('en', <ProductCard product={PRODUCT} category={undefined} />)
  const languageOf = (text: string | RegExp) => screen.getByText(text).closest('[lang]')?.getAttribute('lang') ?? null
  expect(['Газовий конденсат', '25 т', '720 кг/м³', 'Сірка'].map(languageOf)).toEqual(['uk', 'uk', 'uk', 'uk'])
  expect(['Stable', 'Density', '0.1 %', 'Minimum order'].map(languageOf)).toEqual([null, null, null, null])
})
