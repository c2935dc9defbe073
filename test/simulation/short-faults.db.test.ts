import { playShort } from './short.ts';

playShort('faults');
