import { playShort } from './short.ts';

playShort('load');
