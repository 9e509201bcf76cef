import { testLives } from './lives.js';

testLives(1, 4);
