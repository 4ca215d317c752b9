/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

void tv_picture_memory_keep (void);
