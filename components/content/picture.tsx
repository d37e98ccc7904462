import type { Image } from '@/lib/contract/pages'

export interface PictureProps {
  image: Image
  /** How wide it is shown, as the attribute `sizes` says it. */
  sizes: string
  /** Seen at once: loaded before what is further down. */
  first?: boolean
  className?: string
}

/** A picture of an editor in the narrowest copy that is sharp; its place is kept before it arrives. */
export function Picture({ image, sizes, first = false, className }: PictureProps) {
  const copies = [...image.sizes.filter(({ width }) => width < image.width), { url: image.url, width: image.width }]
  return (
    <img
      src={image.url}
      srcSet={copies.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      sizes={sizes}
      width={image.width}
      height={image.height}
      alt={image.alt}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
      className={className}
    />
  )
}
