import { IconPhotoOff } from '@tabler/icons-react';
import { Logo } from '../../Logo.tsx';
import classes from './LogoPreview.module.css';

/** How the logo at an address looks, while it is typed. */
export function LogoPreview({ url }: { readonly url: string }) {
  const typed = url.trim();
  return (
    <figure className={classes['preview']}>
      <div className={classes['frame']}>
        <Logo
          url={typed}
          alt="Logo preview"
          className={classes['image']}
          fallback={<IconPhotoOff size={18} stroke={1.5} aria-hidden className="dimmed" />}
        />
      </div>
      <figcaption className={classes['caption']}>{typed === '' ? 'No logo' : 'Preview'}</figcaption>
    </figure>
  );
}
