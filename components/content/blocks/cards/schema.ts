import { blockSchema, items, line, picture, text, title, url } from '@/lib/contract/block-fields'

export const cards = blockSchema('cards', {
  name: { uk: 'Картки', en: 'Cards', ru: 'Карточки' },
  picture: `
    <rect x="10" y="14" width="30" height="52" rx="4" fill="none" stroke="#b4c2cf" stroke-width="2"/>
    <rect x="16" y="22" width="18" height="12" rx="2" fill="#2f7bff"/>
    <rect x="16" y="42" width="18" height="4" rx="2" fill="#56718a"/>
    <rect x="16" y="51" width="12" height="4" rx="2" fill="#b4c2cf"/>
    <rect x="45" y="14" width="30" height="52" rx="4" fill="none" stroke="#b4c2cf" stroke-width="2"/>
    <rect x="51" y="22" width="18" height="12" rx="2" fill="#2f7bff"/>
    <rect x="51" y="42" width="18" height="4" rx="2" fill="#56718a"/>
    <rect x="51" y="51" width="12" height="4" rx="2" fill="#b4c2cf"/>
    <rect x="80" y="14" width="30" height="52" rx="4" fill="none" stroke="#b4c2cf" stroke-width="2"/>
    <rect x="86" y="22" width="18" height="12" rx="2" fill="#2f7bff"/>
    <rect x="86" y="42" width="18" height="4" rx="2" fill="#56718a"/>
    <rect x="86" y="51" width="12" height="4" rx="2" fill="#b4c2cf"/>
  `,
  fields: {
    title: title(),
    items: items(24, { title: line(), text: text(), url: url(), image: picture() }),
  },
})
